/// How often the calling thread has asked for memory.
long allocation_count(void);

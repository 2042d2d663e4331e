#pragma once
#include <stddef.h>
#include <stdint.h>

uint64_t hostAlloc(size_t bytes);
void hostFree(uint64_t p);
void *hostPointer(uint64_t p);
void hostFill(uint64_t dst, int value, size_t bytes);
void hostCopy(uint64_t dst, uint64_t src, size_t bytes);
void hostUpload(uint64_t dst, const void *src, size_t bytes);
void hostDownload(void *dst, uint64_t src, size_t bytes);

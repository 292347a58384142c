/* A decision of the tree of bets, as tools/holdem/blueprint.py writes it. */
#ifndef NODES_H
#define NODES_H
#include <stdint.h>

enum { MOST_ACTS = 6, ENDS_BY_FOLD = -1 };

typedef struct {
    int8_t player, street, acts, unused;
    int32_t first;
    int32_t paid[2];
    int32_t child[MOST_ACTS];
    int32_t total[MOST_ACTS];
} Node;
#endif

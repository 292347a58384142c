/* Counterfactual regret minimisation by external sampling over the tree of the bots.
 *
 * One deal is one iteration: the player who learns tries all of its acts, the other one's are
 * drawn. Regrets and sums of strategies are floats at the node's first + bucket * acts + act.
 */
#include <math.h>

#include "cards.h"
#include "nodes.h"

typedef struct {
    uint64_t *keys;
    int32_t *places;
    uint32_t mask;
} Index;

static Index indexes[3];
static const uint8_t *buckets[3];

static uint64_t hash(uint64_t key) {
    key ^= key >> 31;
    key *= 0x9E3779B97F4A7C15ull;
    return key ^ key >> 29;
}

void know(int street, const uint64_t *keys, int count, const uint8_t *table) {
    init_cards();
    Index *index = &indexes[street];
    uint32_t size = 4;
    while (size < (uint32_t)count * 2) size *= 2;
    index->mask = size - 1;
    index->keys = calloc(size, sizeof *index->keys);
    index->places = calloc(size, sizeof *index->places);
    for (int one = 0; one < count; one++) {
        uint32_t at = (uint32_t)hash(keys[one]) & index->mask;
        while (index->keys[at]) at = (at + 1) & index->mask;
        index->keys[at] = keys[one];
        index->places[at] = one;
    }
    buckets[street] = table;
}

static int find(int street, uint64_t key) {
    const Index *index = &indexes[street];
    uint32_t at = (uint32_t)hash(key) & index->mask;
    while (index->keys[at] != key) at = (at + 1) & index->mask;
    return index->places[at];
}

static uint64_t draw_next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static uint32_t below(uint64_t *state, uint32_t bound) {
    return (uint32_t)((draw_next(state) >> 32) * bound >> 32);
}

typedef struct {
    const Node *nodes;
    float *regrets, *sums;
    const float *fixed; /* the strategy of the player who does not learn, if it is given */
    uint64_t *chance;
    int learner;
    int bucket[2][4];
    int winner; /* 0, 1, or -1 for a tie */
} Table;

static void deal(Table *table) {
    int cards[9];
    uint64_t taken = 0;
    for (int one = 0; one < 9; one++) {
        int card;
        do card = (int)below(table->chance, 52);
        while (taken >> card & 1);
        taken |= 1ull << card;
        cards[one] = card;
    }
    uint16_t board[4] = {0, 0, 0, 0};
    put(board, cards[4]), put(board, cards[5]);
    for (int player = 0; player < 2; player++)
        table->bucket[player][0] = class_of[pair_of[cards[2 * player]][cards[2 * player + 1]]];
    for (int street = 0; street < 3; street++) {
        put(board, cards[6 + street]);
        int order[4], renamed[4];
        const uint8_t *row = buckets[street] + (size_t)find(street, board_key(board, order)) * PAIRS;
        for (int s = 0; s < 4; s++) renamed[order[s]] = s;
        for (int player = 0; player < 2; player++) {
            int a = cards[2 * player], b = cards[2 * player + 1];
            int pair = pair_of[(a & ~3) | renamed[a & 3]][(b & ~3) | renamed[b & 3]];
            table->bucket[player][street + 1] = row[pair];
        }
    }
    uint32_t value[2];
    for (int player = 0; player < 2; player++) {
        uint16_t suits[4];
        memcpy(suits, board, sizeof suits);
        put(suits, cards[2 * player]), put(suits, cards[2 * player + 1]);
        value[player] = raw_value(suits);
    }
    table->winner = value[0] == value[1] ? -1 : value[1] > value[0];
}

static void wish(const float *regrets, int acts, float *strategy) {
    float total = 0;
    for (int act = 0; act < acts; act++) total += strategy[act] = regrets[act] > 0 ? regrets[act] : 0;
    for (int act = 0; act < acts; act++) strategy[act] = total > 0 ? strategy[act] / total : 1.0f / (float)acts;
}

static int pick(Table *table, const float *strategy, int acts) {
    float luck = (float)(draw_next(table->chance) >> 40) * 0x1p-24f;
    for (int act = 0; act < acts - 1; act++)
        if ((luck -= strategy[act]) < 0) return act;
    return acts - 1;
}

static float walk(Table *table, int number);

static float follow(Table *table, const Node *node, int act) {
    if (node->child[act] >= 0) return walk(table, node->child[act]);
    int winner = node->child[act] == ENDS_BY_FOLD ? 1 - node->player : table->winner;
    if (winner < 0) return 0;
    float lost = (float)node->paid[1 - winner];
    if (node->child[act] != ENDS_BY_FOLD) lost = (float)node->total[act];
    return (winner == table->learner ? lost : -lost) * 0.001f;
}

static float walk(Table *table, int number) {
    const Node *node = &table->nodes[number];
    const int acts = node->acts;
    const size_t at = (size_t)node->first + (size_t)table->bucket[node->player][node->street] * (size_t)acts;
    float *regrets = table->regrets + at;
    float strategy[MOST_ACTS];
    if (node->player != table->learner) {
        if (table->fixed) {
            return follow(table, node, pick(table, table->fixed + at, acts));
        }
        wish(regrets, acts, strategy);
        for (int act = 0; act < acts; act++) table->sums[at + (size_t)act] += strategy[act];
        return follow(table, node, pick(table, strategy, acts));
    }
    wish(regrets, acts, strategy);
    float value = 0, worth[MOST_ACTS];
    for (int act = 0; act < acts; act++) {
        worth[act] = follow(table, node, act);
        value += strategy[act] * worth[act];
    }
    for (int act = 0; act < acts; act++) regrets[act] += worth[act] - value;
    return value;
}

/* So many deals, both players learning from each. */
void train(const Node *nodes, float *regrets, float *sums, int64_t deals, uint64_t *chance) {
    Table table = {.nodes = nodes, .regrets = regrets, .sums = sums, .chance = chance};
    for (int64_t one = 0; one < deals; one++) {
        deal(&table);
        for (table.learner = 0; table.learner < 2; table.learner++) walk(&table, 0);
    }
}

/* So many deals in which one player learns the best answer to a fixed strategy. */
void answer(const Node *nodes, const float *fixed, int learner, float *regrets, int64_t deals,
            uint64_t *chance) {
    Table table = {.nodes = nodes, .regrets = regrets, .fixed = fixed, .chance = chance,
                   .learner = learner};
    for (int64_t one = 0; one < deals; one++) {
        deal(&table);
        walk(&table, 0);
    }
}

static float play(Table *table, const float *const strategies[2], int number) {
    const Node *node = &table->nodes[number];
    size_t at = (size_t)node->first +
                (size_t)table->bucket[node->player][node->street] * (size_t)node->acts;
    int act = pick(table, strategies[node->player] + at, node->acts);
    if (node->child[act] >= 0) return play(table, strategies, node->child[act]);
    return follow(table, node, act);
}

/* What player 0 wins a hand, in big blinds: the sum over the deals and that of the squares. */
void contest(const Node *nodes, const float *zero, const float *one, int64_t deals,
             uint64_t *chance, double *sums) {
    Table table = {.nodes = nodes, .chance = chance, .learner = 0};
    const float *strategies[2] = {zero, one};
    for (int64_t which = 0; which < deals; which++) {
        deal(&table);
        double won = play(&table, strategies, 0);
        sums[0] += won;
        sums[1] += won * won;
    }
}

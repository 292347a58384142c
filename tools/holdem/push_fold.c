/* All-in or fold at a table of seven: regrets by external sampling, all stacks alike.
 *
 * A node is who has gone all-in before: a bit for each seat, under a leading one for the seat
 * that is asked. Two hands that meet win what they win on average; more meet on one board.
 */
#include "cards.h"

enum { SEATS = 7 };

static uint64_t draw_next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

typedef struct {
    const double *equities;
    float *regrets, *sums; /* fold, all-in: by node and class */
    uint64_t *chance;
    double depth, weight;
    int learner;
    int hand[SEATS];
    uint32_t value[SEATS];
} Table;

static double blind(int seat) { return seat == SEATS - 1 ? 1.0 : seat == SEATS - 2 ? 0.5 : 0.0; }

static double ended(const Table *table, int in) {
    const int me = table->learner;
    const int players = __builtin_popcount((unsigned)in);
    if (players == 0) return me == SEATS - 1 ? 0.5 : -blind(me);
    if (!(in >> me & 1)) return -blind(me);
    double pot = 0;
    for (int seat = 0; seat < SEATS; seat++) pot += in >> seat & 1 ? table->depth : blind(seat);
    if (players == 1) return pot - table->depth;
    double share;
    if (players == 2) {
        int other = __builtin_ctz((unsigned)in & ~(1u << me));
        share = table->equities[table->hand[me] * CLASSES + table->hand[other]];
    } else {
        uint32_t best = 0;
        int winners = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            if (!(in >> seat & 1)) continue;
            if (table->value[seat] > best) best = table->value[seat], winners = 0;
            winners += table->value[seat] == best;
        }
        share = table->value[me] == best ? 1.0 / winners : 0;
    }
    return share * pot - table->depth;
}

static double walk(Table *table, int seat, int in) {
    if (seat == SEATS || (seat == SEATS - 1 && !in)) return ended(table, in);
    size_t at = 2 * ((size_t)(1 << seat | in) * CLASSES + (size_t)table->hand[seat]);
    float *regrets = table->regrets + at;
    float fold = regrets[0] > 0 ? regrets[0] : 0, all = regrets[1] > 0 ? regrets[1] : 0;
    double goes = fold + all > 0 ? all / (fold + all) : 0.5;
    if (seat != table->learner) {
        table->sums[at] += (float)((1 - goes) * table->weight);
        table->sums[at + 1] += (float)(goes * table->weight);
        int act = (double)(draw_next(table->chance) >> 11) * 0x1p-53 < goes;
        return walk(table, seat + 1, in | act << seat);
    }
    double folds = walk(table, seat + 1, in), goes_in = walk(table, seat + 1, in | 1 << seat);
    double value = (1 - goes) * folds + goes * goes_in;
    regrets[0] += (float)(folds - value);
    regrets[1] += (float)(goes_in - value);
    return value;
}

void solve(const double *equities, double depth, int64_t deals, double weight, float *regrets,
           float *sums, uint64_t *chance) {
    init_cards();
    Table table = {.equities = equities, .regrets = regrets, .sums = sums, .chance = chance,
                   .depth = depth, .weight = weight};
    int pack[52];
    for (int card = 0; card < 52; card++) pack[card] = card;
    for (int64_t one = 0; one < deals; one++) {
        for (int at = 0; at < 2 * SEATS + 5; at++) {
            int with = at + (int)((draw_next(chance) >> 32) * (uint64_t)(52 - at) >> 32);
            int card = pack[at];
            pack[at] = pack[with];
            pack[with] = card;
        }
        uint16_t board[4] = {0, 0, 0, 0};
        for (int at = 2 * SEATS; at < 2 * SEATS + 5; at++) put(board, pack[at]);
        for (int seat = 0; seat < SEATS; seat++) {
            uint16_t suits[4];
            memcpy(suits, board, sizeof suits);
            put(suits, pack[2 * seat]), put(suits, pack[2 * seat + 1]);
            table.hand[seat] = class_of[pair_of[pack[2 * seat]][pack[2 * seat + 1]]];
            table.value[seat] = raw_value(suits);
        }
        for (table.learner = 0; table.learner < SEATS; table.learner++) walk(&table, 0, 0);
    }
}

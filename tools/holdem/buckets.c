/* How strong every two cards are on every flop, turn and river, boards told apart but for suits. */
#include "cards.h"

/* Twice the number of hands of two that each beats, ties counting once; blocked hands have 0. */
static void places(const uint16_t board[4], uint16_t place[PAIRS]) {
    static uint16_t values[PAIRS];
    static uint16_t count[VALUES + 1];
    board_values(board, values);
    memset(count, 0, sizeof count);
    for (int one = 0; one < PAIRS; one++)
        if (values[one] != ABSENT) count[values[one]]++;
    static uint16_t twice[VALUES + 1];
    int below = 0;
    for (int value = 1; value <= VALUES; value++) {
        twice[value] = (uint16_t)(2 * below + count[value]);
        below += count[value];
    }
    for (int one = 0; one < PAIRS; one++) place[one] = values[one] == ABSENT ? 0 : twice[values[one]];
}

static int next_board(int cards[], int count) {
    int at = count - 1;
    while (at >= 0 && cards[at] == 52 - count + at) at--;
    if (at < 0) return 0;
    cards[at]++;
    for (int one = at + 1; one < count; one++) cards[one] = cards[one - 1] + 1;
    return 1;
}

/* The keys of all boards of so many cards, one for those that differ by suits; how many. */
int boards(int count, uint64_t *keys) {
    int cards[5], found = 0, order[4];
    for (int one = 0; one < count; one++) cards[one] = one;
    do {
        uint16_t board[4] = {0, 0, 0, 0};
        for (int one = 0; one < count; one++) put(board, cards[one]);
        if (board_orbit(board)) keys[found++] = board_key(board, order);
    } while (next_board(cards, count));
    return found;
}

static void unpack(uint64_t key, uint16_t board[4]) {
    for (int s = 3; s >= 0; s--, key >>= 13) board[s] = key & 8191;
}

static void add(const uint16_t board[4], float *mean, float *square) {
    uint16_t place[PAIRS];
    places(board, place);
    for (int one = 0; one < PAIRS; one++) {
        float share = (float)place[one] / 2162.0f;
        mean[one] += share;
        square[one] += share * share;
    }
}

/* Mean and deviation, over what can come, of the share of all hands that each will beat. */
void strengths(const uint64_t *keys, int from, int until, float *means, float *deviations) {
    init_cards();
    for (int which = from; which < until; which++) {
        uint16_t board[4], more[4];
        unpack(keys[which], board);
        float *mean = means + (size_t)which * PAIRS, *square = deviations + (size_t)which * PAIRS;
        int lying = 0;
        for (int s = 0; s < 4; s++) lying += __builtin_popcount(board[s]);
        for (int a = 0; a < 52; a++) {
            if (board[a & 3] >> (a >> 2) & 1) continue;
            for (int b = lying == 3 ? a + 1 : 51; b < 52; b++) {
                memcpy(more, board, sizeof more);
                put(more, a);
                if (lying == 3) {
                    if (board[b & 3] >> (b >> 2) & 1) continue;
                    put(more, b);
                }
                add(more, mean, square);
            }
        }
        for (int one = 0; one < PAIRS; one++) {
            int a = first_of[one], b = second_of[one];
            if ((board[a & 3] >> (a >> 2) & 1) || (board[b & 3] >> (b >> 2) & 1)) {
                mean[one] = square[one] = 0;
                continue;
            }
            float met = lying == 3 ? 1081.0f : 46.0f; /* runs that do not meet the hand */
            mean[one] /= met;
            float spread = square[one] / met - mean[one] * mean[one];
            square[one] = spread > 0 ? __builtin_sqrtf(spread) : 0;
        }
    }
}

/* The bucket of every two cards on every river, by how many hands it beats. */
void rivers(const uint64_t *keys, int count, const uint8_t *bucket_of, uint8_t *buckets) {
    init_cards();
    for (int which = 0; which < count; which++) {
        uint16_t board[4], place[PAIRS];
        unpack(keys[which], board);
        places(board, place);
        for (int one = 0; one < PAIRS; one++)
            buckets[(size_t)which * PAIRS + one] = bucket_of[place[one]];
    }
}

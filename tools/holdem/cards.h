/* Cards, hands of two, and how seven rank. A card is 4 * rank + suit, as in protocol/cards.py. */
#ifndef CARDS_H
#define CARDS_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 1326, CLASSES = 169, VALUES = 7462, ABSENT = 0xffff };

static int pair_of[52][52];
static uint8_t first_of[PAIRS], second_of[PAIRS], class_of[PAIRS];
static uint8_t straight_top[8192];
static uint16_t *dense; /* raw value -> 1..7462, the higher the better */

/* Pairs of one rank are classes 0..12 from the deuces, then suited and offsuit by higher rank. */
static int class_index(int a, int b) {
    int high = a >> 2 > b >> 2 ? a >> 2 : b >> 2, low = (a >> 2) + (b >> 2) - high;
    if (high == low) return high;
    int place = high * (high - 1) / 2 + low;
    return (a & 3) == (b & 3) ? 13 + place : 13 + 78 + place;
}

/* Suit masks of five to seven cards -> 4 bits of category and five ranks, comparable. */
static uint32_t raw_value(const uint16_t suits[4]) {
    uint32_t a = suits[0], b = suits[1], c = suits[2], d = suits[3];
    for (int s = 0; s < 4; s++)
        if (__builtin_popcount(suits[s]) >= 5) {
            uint32_t flush = suits[s];
            if (straight_top[flush]) return 8u << 20 | straight_top[flush];
            while (__builtin_popcount(flush) > 5) flush &= flush - 1;
            /* no quads or full house go with five of a suit among seven cards */
            return 5u << 20 | flush;
        }
    uint32_t any = a | b | c | d;
    uint32_t odd = a ^ b ^ c ^ d;
    uint32_t four = a & b & c & d;
    uint32_t two = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d);
    uint32_t three = two & odd; /* three of a rank: odd count of at least two */
    if (four) {
        int top = 31 - __builtin_clz(four);
        uint32_t rest = any & ~(1u << top);
        return 7u << 20 | top << 4 | (31 - __builtin_clz(rest));
    }
    if (three) {
        int top = 31 - __builtin_clz(three);
        uint32_t rest = two & ~(1u << top);
        if (rest) return 6u << 20 | top << 4 | (31 - __builtin_clz(rest));
    }
    if (straight_top[any]) return 4u << 20 | straight_top[any];
    if (three) {
        uint32_t kickers = any & ~three;
        while (__builtin_popcount(kickers) > 2) kickers &= kickers - 1;
        return 3u << 20 | (31 - __builtin_clz(three)) << 13 | kickers;
    }
    if (two) {
        int top = 31 - __builtin_clz(two);
        uint32_t rest = two & ~(1u << top);
        if (rest) {
            int low = 31 - __builtin_clz(rest);
            uint32_t kicker = any & ~(1u << top) & ~(1u << low);
            return 2u << 20 | top << 8 | low << 4 | (31 - __builtin_clz(kicker));
        }
        uint32_t kickers = any & ~(1u << top);
        while (__builtin_popcount(kickers) > 3) kickers &= kickers - 1;
        return 1u << 20 | top << 13 | kickers;
    }
    while (__builtin_popcount(any) > 5) any &= any - 1;
    return any;
}

static void put(uint16_t suits[4], int card) { suits[card & 3] |= (uint16_t)(1u << (card >> 2)); }

static void init_cards(void) {
    if (dense) return;
    int place = 0;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++, place++) {
            pair_of[a][b] = pair_of[b][a] = place;
            first_of[place] = (uint8_t)a;
            second_of[place] = (uint8_t)b;
            class_of[place] = (uint8_t)class_index(a, b);
        }
    for (uint32_t mask = 0; mask < 8192; mask++) {
        straight_top[mask] = 0;
        for (int top = 3; top < 13; top++) {
            uint32_t run = top == 3 ? 0x100fu : 0x1fu << (top - 4);
            if ((mask & run) == run) straight_top[mask] = (uint8_t)(top + 1);
        }
    }
    uint16_t *table = calloc(9u << 20, sizeof *table);
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++)
                for (int d = c + 1; d < 52; d++)
                    for (int e = d + 1; e < 52; e++) {
                        uint16_t suits[4] = {0, 0, 0, 0};
                        put(suits, a), put(suits, b), put(suits, c), put(suits, d), put(suits, e);
                        table[raw_value(suits)] = 1;
                    }
    uint16_t rank = 0;
    for (uint32_t raw = 0; raw < 9u << 20; raw++)
        if (table[raw]) table[raw] = ++rank;
    dense = table;
}

/* The value of every two cards on a board of five; ABSENT where they meet the board. */
static void board_values(const uint16_t board[4], uint16_t values[PAIRS]) {
    uint16_t by_ranks[13][13];
    int flush = -1;
    for (int s = 0; s < 4; s++)
        if (__builtin_popcount(board[s]) >= 3) flush = s;
    for (int high = 0; high < 13; high++)
        for (int low = 0; low <= high; low++) {
            /* ranks alone: put the two in suits that lack them, away from any flush */
            uint16_t suits[4];
            memcpy(suits, board, sizeof suits);
            int left = 2;
            int wanted[2] = {high, low};
            by_ranks[high][low] = 0;
            for (int which = 0; which < 2; which++)
                for (int s = 0; s < 4; s++)
                    if (s != flush && !(suits[s] >> wanted[which] & 1)) {
                        suits[s] |= (uint16_t)(1u << wanted[which]);
                        left--;
                        break;
                    }
            if (!left) by_ranks[high][low] = dense[raw_value(suits)];
        }
    for (int place = 0; place < PAIRS; place++) {
        int a = first_of[place], b = second_of[place];
        if ((board[a & 3] >> (a >> 2) & 1) || (board[b & 3] >> (b >> 2) & 1)) {
            values[place] = ABSENT;
        } else if (flush >= 0 && ((a & 3) == flush || (b & 3) == flush)) {
            uint16_t suits[4];
            memcpy(suits, board, sizeof suits);
            put(suits, a), put(suits, b);
            values[place] = dense[raw_value(suits)];
        } else {
            values[place] = by_ranks[b >> 2][a >> 2];
        }
    }
}

/* Whether the board is the one that stands for all that differ by suits, and how many these are. */
static int board_orbit(const uint16_t board[4]) {
    int same = 1, ways = 24;
    for (int s = 1; s < 4; s++) {
        if (board[s] > board[s - 1]) return 0;
        same = board[s] == board[s - 1] ? same + 1 : 1;
        ways /= same;
    }
    return ways;
}

/* Boards that differ by a change of suits are one: their suit masks sorted, and how many it is. */
static uint64_t board_key(const uint16_t board[4], int order[4]) {
    for (int s = 0; s < 4; s++) order[s] = s;
    for (int i = 1; i < 4; i++)
        for (int j = i; j > 0 && board[order[j]] > board[order[j - 1]]; j--) {
            int t = order[j];
            order[j] = order[j - 1];
            order[j - 1] = t;
        }
    uint64_t key = 0;
    for (int s = 0; s < 4; s++) key = key << 13 | board[order[s]];
    return key;
}
#endif

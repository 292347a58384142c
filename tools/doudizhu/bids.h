/* What bids by other thresholds earn, and how often landlords win by them, under `standard`.

   Every deal is played once with each seat as the landlord, so that every auction over it is known. */
#pragma once
#include "values.h"

typedef struct { int least[3]; } Bids; /* a bid of one, of two, of three, in thousandths */
typedef struct { int often[3], won[3], times[3]; } Known; /* by seat; `times` is what the stakes are doubled to */
typedef struct { int plays, landlord_plays; } Count;

static void count_plays(void *with, Eyes *eyes, const Spot *spot, const Seen *seen, const Try *done) {
    Count *count = with;
    (void)eyes, (void)seen;
    if (!done->pass) *(spot->place == LANDLORD ? &count->landlord_plays : &count->plays) += 1;
}

static Known every_landlord(Eyes *eyes, const int table[BY_VALUE][BY_HIGH], const Player *player) {
    Deal deal = dealt(0);
    const Player *all[] = {player, player, player};
    Known known;
    deal.hands[LANDLORD] -= deal.kitty;
    for (int seat = 0; seat < 3; seat++) {
        Deal turned = {.kitty = deal.kitty};
        Count count = {0, 0};
        int blasts = 0;
        for (int place = 0; place < 3; place++) turned.hands[place] = deal.hands[(seat + place) % 3];
        known.often[seat] = table[place_in(split(eyes, turned.hands[0]).value, VALUE_FROM, VALUE_STEP, BY_VALUE)]
                                 [place_in(strength(turned.hands[0]), 0, HIGH_STEP, BY_HIGH)];
        turned.hands[LANDLORD] += deal.kitty;
        known.won[seat] = game(turned, all, count_plays, &count, &blasts);
        int spring = known.won[seat] ? !count.plays : count.landlord_plays == 1;
        known.times[seat] = 1 << (blasts + spring);
    }
    return known;
}

/* The landlord, who may have bid 0: then nobody plays. */
static int auction(const Known *known, const Bids *of[3], int first, int *bid) {
    int landlord = first;
    *bid = 0;
    for (int turn = 0; turn < 3 && *bid < 3; turn++) {
        int seat = (first + turn) % 3, wanted = 0;
        while (wanted < 3 && known->often[seat] >= of[seat]->least[wanted]) wanted++;
        if (wanted > *bid) *bid = wanted, landlord = seat;
    }
    return landlord;
}

static double earned(const Known *known, int seat, int landlord, int bid) {
    double stakes = bid * known->times[landlord];
    int wins = (seat == landlord) == known->won[landlord];
    return (wins ? stakes : -stakes) * (seat == landlord ? 2 : 1);
}

/* A line for each threshold of a bid of three; those of one and two keep their distance to it. */
static void bids(Eyes *eyes, const int table[BY_VALUE][BY_HIGH], const Player *player, Bids now, int deals) {
    enum { LINES = 15, LEAST = 200, STEP = 20 };
    static double gain[LINES], squares[LINES], many[LINES][4], won[LINES][4];
    for (int one = 0; one < deals; one++) {
        Known known = every_landlord(eyes, table, player);
        int first = chance(3);
        for (int line = 0; line < LINES; line++) {
            int bid, least = LEAST + line * STEP;
            Bids other = {{least - now.least[2] + now.least[0], least - now.least[2] + now.least[1], least}};
            const Bids *alike[] = {&other, &other, &other}, *usual[] = {&now, &now, &now};
            int landlord = auction(&known, alike, first, &bid);
            many[line][bid]++, won[line][bid] += known.won[landlord];
            double more = 0;
            landlord = auction(&known, usual, first, &bid);
            for (int seat = 0; seat < 3; seat++) {
                const Bids *strays[] = {&now, &now, &now};
                int bid_then;
                strays[seat] = &other;
                int then = auction(&known, strays, first, &bid_then);
                more += (earned(&known, seat, then, bid_then) - earned(&known, seat, landlord, bid)) / 3;
            }
            gain[line] += more, squares[line] += more * more;
        }
    }
    for (int line = 0; line < LINES; line++) {
        double mean = gain[line] / deals, within = 1.96 * sqrt((squares[line] / deals - mean * mean) / deals);
        printf("three from %d: a seat that bids so earns %+.4f ± %.4f; none %.1f %%", LEAST + line * STEP, mean,
               within, 100 * many[line][0] / deals);
        for (int bid = 3; bid; bid--)
            printf("; of %d %.1f %% ± %.1f in %.1f %%", bid, 100 * won[line][bid] / many[line][bid],
                   98 / sqrt(many[line][bid]), 100 * many[line][bid] / deals);
        printf("\n");
    }
}

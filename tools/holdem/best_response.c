/* What a best answer wins from a fixed strategy, with the bets of its tree and all real cards.
 *
 * The answer sees the flop, the turn and the river as they are, each two cards for themselves. Of
 * the boards a sample is followed, the same one for all of the tree. An answer that is chosen and
 * paid on one sample wins too much: the mean of that lies above the truth. So every choice before
 * the river is also made by one half of the cards that may come and paid by the other half: the
 * mean of that lies below the truth, since such an answer could be played.
 */
#include "cards.h"
#include "nodes.h"

enum { RIVER_HANDS = 1081, FLOPS = 22100 };

/* By hand: chosen by the first half of the next cards and what that half pays, what the second half
   pays for these choices, the same the other way round, and chosen and paid by both. */
typedef struct { float by_first[PAIRS], second_pays[PAIRS], by_second[PAIRS], first_pays[PAIRS], both[PAIRS]; } Value;

/* The hands on a whole board from the weakest to the strongest; `until`: where equals end. */
typedef struct { uint16_t hand[RIVER_HANDS], until[RIVER_HANDS]; uint8_t first[RIVER_HANDS], second[RIVER_HANDS], bucket[RIVER_HANDS]; } River;

typedef struct {
    const Node *nodes;
    const float *fixed, *mine;
    int player;
    int count[3];
    const uint8_t *cards[3], *buckets[3];
    River *rivers;
    int at[3];
    uint64_t lying;
} Game;

static Game game;

static int is_free(int hand) {
    return !(game.lying >> first_of[hand] & 1) && !(game.lying >> second_of[hand] & 1);
}

/* Which of the sampled boards of this street lies there: 1 is the flop, 3 the river. */
static size_t place_of(int street) {
    size_t place = (size_t)game.at[0];
    for (int one = 1; one < street; one++) place = place * (size_t)game.count[one] + (size_t)game.at[one];
    return place;
}

static const float *shares_of(const Node *node, int bucket) {
    return game.fixed + node->first + (size_t)bucket * (size_t)node->acts;
}

/* What the responder wins when the betting ends by this act, in big blinds. */
static float stake_of(const Node *node, int act) {
    if (node->child[act] != ENDS_BY_FOLD) return (float)node->total[act] * 0.001f;
    float lost = (float)node->paid[node->player] * 0.001f;
    return node->player == game.player ? -lost : lost;
}

/* --- the river ----------------------------------------------------------------------------- */

static void folded_there(const River *on, const float *reach, float stake, float *out) {
    float by_card[52] = {0}, all = 0;
    for (int one = 0; one < RIVER_HANDS; one++) {
        by_card[on->first[one]] += reach[one];
        by_card[on->second[one]] += reach[one];
        all += reach[one];
    }
    for (int one = 0; one < RIVER_HANDS; one++)
        out[one] = stake * (all - by_card[on->first[one]] - by_card[on->second[one]] + reach[one]);
}

/* The weaker hands that do not share a card with ours, less the stronger ones. */
static void shown_there(const River *on, const float *reach, float stake, float *out) {
    float by_card[52] = {0}, all = 0;
    for (int one = 0; one < RIVER_HANDS;) {
        int until = on->until[one];
        for (int level = one; level < until; level++)
            out[level] = all - by_card[on->first[level]] - by_card[on->second[level]];
        const int from = one;
        for (; one < until; one++) {
            by_card[on->first[one]] += reach[one];
            by_card[on->second[one]] += reach[one];
            all += reach[one];
        }
        for (int level = from; level < until; level++)
            out[level] += all - by_card[on->first[level]] - by_card[on->second[level]];
    }
    for (int one = 0; one < RIVER_HANDS; one++)
        out[one] = stake * (out[one] - (all - by_card[on->first[one]] - by_card[on->second[one]]));
}

static void on_river(int number, const River *on, const float *reach, float *out) {
    const Node *node = &game.nodes[number];
    float more[RIVER_HANDS], there[RIVER_HANDS];
    for (int act = 0; act < node->acts; act++) {
        float met = 0;
        const float *coming = reach;
        if (node->player != game.player) {
            for (int one = 0; one < RIVER_HANDS; one++)
                met += there[one] = reach[one] * shares_of(node, on->bucket[one])[act];
            coming = there;
        }
        float *into = act ? more : out;
        if (node->player != game.player && met == 0) memset(into, 0, sizeof more);
        else if (node->child[act] >= 0) on_river(node->child[act], on, coming, into);
        else if (node->child[act] == ENDS_BY_FOLD) folded_there(on, coming, stake_of(node, act), into);
        else shown_there(on, coming, stake_of(node, act), into);
        if (node->player == game.player && game.mine)
            for (int one = 0; one < RIVER_HANDS; one++) {
                float part = into[one] * game.mine[shares_of(node, on->bucket[one]) - game.fixed + act];
                out[one] = act ? out[one] + part : part;
            }
        else if (act && node->player == game.player)
            for (int one = 0; one < RIVER_HANDS; one++) out[one] = more[one] > out[one] ? more[one] : out[one];
        else if (act)
            for (int one = 0; one < RIVER_HANDS; one++) out[one] += more[one];
    }
}

/* --- before it ----------------------------------------------------------------------------- */

static void same(Value *value) {
    memcpy(value->second_pays, value->by_first, sizeof value->by_first);
    memcpy(value->by_second, value->by_first, sizeof value->by_first);
    memcpy(value->first_pays, value->by_first, sizeof value->by_first);
    memcpy(value->both, value->by_first, sizeof value->by_first);
}

static void folded(const float *reach, float stake, Value *out) {
    float by_card[52] = {0}, all = 0;
    for (int hand = 0; hand < PAIRS; hand++) {
        by_card[first_of[hand]] += reach[hand];
        by_card[second_of[hand]] += reach[hand];
        all += reach[hand];
    }
    for (int hand = 0; hand < PAIRS; hand++)
        out->by_first[hand] =
            is_free(hand) ? stake * (all - by_card[first_of[hand]] - by_card[second_of[hand]] + reach[hand]) : 0;
    same(out);
}

static void walk(int number, const float *reach, Value *out);
static void come(int street, const Node *node, int act, const float *reach, Value *out);

static void ended_or_on(const Node *node, int act, const float *reach, Value *out) {
    if (node->child[act] == ENDS_BY_FOLD) folded(reach, stake_of(node, act), out);
    else if (node->child[act] >= 0 && game.nodes[node->child[act]].street == node->street)
        walk(node->child[act], reach, out);
    else come(node->street, node, act, reach, out);
}

static void add(float *to, const float *more, float share) {
    for (int hand = 0; hand < PAIRS; hand++) to[hand] += share * more[hand];
}

/* What a next card brings, for one of its places in the sample: what an answer wins that can be
   played, and what one would win that knew the sample. */
static void with_card(int street, const Node *node, int act, const float *reach, float *playable, float *knowing) {
    float there[PAIRS];
    Value value;
    for (int hand = 0; hand < PAIRS; hand++) there[hand] = is_free(hand) ? reach[hand] : 0;
    if (street < 2) {
        if (node->child[act] >= 0) walk(node->child[act], there, &value);
        else come(street + 1, node, act, there, &value);
        for (int hand = 0; hand < PAIRS; hand++)
            playable[hand] = (value.first_pays[hand] + value.second_pays[hand]) / 2;
        memcpy(knowing, value.both, sizeof value.both);
        return;
    }
    const River *on = &game.rivers[place_of(3)];
    float sorted[RIVER_HANDS], won[RIVER_HANDS];
    for (int one = 0; one < RIVER_HANDS; one++) sorted[one] = there[on->hand[one]];
    if (node->child[act] >= 0) on_river(node->child[act], on, sorted, won);
    else shown_there(on, sorted, stake_of(node, act), won);
    memset(playable, 0, sizeof there);
    for (int one = 0; one < RIVER_HANDS; one++) playable[on->hand[one]] = won[one];
    memcpy(knowing, playable, sizeof there);
}

/* All hands of a class are worth the same before the flop, so they are paid the same. */
static void by_class(float *value) {
    float sum[CLASSES] = {0}, many[CLASSES] = {0};
    for (int hand = 0; hand < PAIRS; hand++) sum[class_of[hand]] += value[hand], many[class_of[hand]]++;
    for (int hand = 0; hand < PAIRS; hand++) value[hand] = sum[class_of[hand]] / many[class_of[hand]];
}

/* The sampled next cards of this street: even places are the first half. */
static void come(int street, const Node *node, int act, const float *reach, Value *out) {
    /* How many ways there are over how many do not meet either hand. */
    static const float LESS[3] = {22100.0f / 17296, 49.0f / 45, 48.0f / 44};
    float playable[PAIRS], knowing[PAIRS], any = 0;
    memset(out, 0, sizeof *out);
    for (int hand = 0; hand < PAIRS; hand++) any += reach[hand];
    if (any == 0) return;
    const uint64_t before = game.lying;
    const int many = game.count[street], seconds = many / 2, firsts = many - seconds;
    for (int one = 0; one < many; one++) {
        game.at[street] = one;
        const uint8_t *card = game.cards[street] + place_of(street + 1) * (street ? 1 : 3);
        game.lying = before | 1ull << card[0];
        if (!street) game.lying |= 1ull << card[1] | 1ull << card[2];
        with_card(street, node, act, reach, playable, knowing);
        add(one % 2 ? out->by_second : out->by_first, playable, LESS[street] / (float)(one % 2 ? seconds : firsts));
        add(out->both, knowing, LESS[street] / (float)many);
    }
    game.lying = before;
    if (!street) by_class(out->by_first), by_class(out->by_second), by_class(out->both);
    memcpy(out->first_pays, out->by_first, sizeof out->by_first);
    memcpy(out->second_pays, out->by_second, sizeof out->by_second);
}

static void better(float *best, float *pays, const float *more, const float *more_pays) {
    for (int hand = 0; hand < PAIRS; hand++)
        if (more[hand] > best[hand]) best[hand] = more[hand], pays[hand] = more_pays[hand];
}

static int bucket_on(int street, int hand) {
    return street ? game.buckets[street - 1][place_of(street) * PAIRS + (size_t)hand] : class_of[hand];
}

static void walk(int number, const float *reach, Value *out) {
    const Node *node = &game.nodes[number];
    const int answers = node->player == game.player;
    float there[PAIRS];
    Value more;
    for (int act = 0; act < node->acts; act++) {
        const float *coming = reach;
        if (!answers) {
            for (int hand = 0; hand < PAIRS; hand++)
                there[hand] = reach[hand] == 0 ? 0 : reach[hand] * shares_of(node, bucket_on(node->street, hand))[act];
            coming = there;
        }
        ended_or_on(node, act, coming, act ? &more : out);
        if (answers && game.mine) {
            float *into = act ? more.both : out->both;
            for (int hand = 0; hand < PAIRS; hand++)
                into[hand] *= game.mine[shares_of(node, bucket_on(node->street, hand)) - game.fixed + act];
            if (act) add(out->both, more.both, 1);
        } else if (act && answers) {
            better(out->by_first, out->second_pays, more.by_first, more.second_pays);
            better(out->by_second, out->first_pays, more.by_second, more.first_pays);
            for (int hand = 0; hand < PAIRS; hand++)
                out->both[hand] = more.both[hand] > out->both[hand] ? more.both[hand] : out->both[hand];
        } else if (act) {
            add(out->by_first, more.by_first, 1), add(out->by_second, more.by_second, 1);
            add(out->first_pays, more.first_pays, 1), add(out->second_pays, more.second_pays, 1);
            add(out->both, more.both, 1);
        }
    }
}

static void sort_rivers(const uint8_t *bucket_of) {
    static uint16_t values[PAIRS], start[VALUES + 2];
    for (size_t which = 0; which < (size_t)game.count[0] * (size_t)game.count[1] * (size_t)game.count[2]; which++) {
        const size_t turn = which / (size_t)game.count[2], flop = turn / (size_t)game.count[1];
        uint16_t board[4] = {0, 0, 0, 0};
        for (int one = 0; one < 3; one++) put(board, game.cards[0][3 * flop + (size_t)one]);
        put(board, game.cards[1][turn]), put(board, game.cards[2][which]);
        River *on = &game.rivers[which];
        board_values(board, values);
        memset(start, 0, sizeof start);
        for (int hand = 0; hand < PAIRS; hand++)
            if (values[hand] != ABSENT) start[values[hand] + 1]++;
        for (int value = 1; value <= VALUES + 1; value++) start[value] += start[value - 1];
        for (int hand = 0; hand < PAIRS; hand++) {
            if (values[hand] == ABSENT) continue;
            const int at = start[values[hand]]++;
            on->hand[at] = (uint16_t)hand, on->first[at] = first_of[hand], on->second[at] = second_of[hand];
        }
        for (int from = 0, until; from < RIVER_HANDS; from = until) {
            until = start[values[on->hand[from]]];
            for (int one = from; one < until; one++)
                on->until[one] = (uint16_t)until, on->bucket[one] = bucket_of[from + until];
        }
    }
}

/* What this player wins a hand in big blinds, by a best answer to `fixed` or as `mine` plays: by an
   answer that can be played, and by one that knows the sample. `bucket_of` is that of a river by
   twice the hands that a hand beats. */
void respond(const Node *nodes, const float *fixed, const float *mine, int player, const int *count,
             const uint8_t *flops, const uint8_t *turns, const uint8_t *rivers, const uint8_t *on_flops,
             const uint8_t *on_turns, const uint8_t *bucket_of, double *won) {
    init_cards();
    game = (Game){.nodes = nodes, .fixed = fixed, .mine = mine, .player = player,
                  .count = {count[0], count[1], count[2]}, .cards = {flops, turns, rivers},
                  .buckets = {on_flops, on_turns}};
    game.rivers = malloc((size_t)count[0] * (size_t)count[1] * (size_t)count[2] * sizeof *game.rivers);
    sort_rivers(bucket_of);
    float reach[PAIRS];
    Value value;
    for (int hand = 0; hand < PAIRS; hand++) reach[hand] = 1;
    walk(0, reach, &value);
    won[0] = won[1] = 0;
    for (int hand = 0; hand < PAIRS; hand++) {
        won[0] += (value.first_pays[hand] + value.second_pays[hand]) / 2;
        won[1] += value.both[hand];
    }
    won[0] /= PAIRS * 1225.0, won[1] /= PAIRS * 1225.0;
    free(game.rivers);
}

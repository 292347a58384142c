/* Every two cards against every other two over every board: exact, by brute force.
 *
 * A board stands for all that differ from it by suits alone, which changes no sum over classes.
 */
#include "cards.h"

enum { BATCH = 512, ROWS = 78 };

static void count_batch(const uint16_t *values, const int16_t *ways, int boards, int64_t *won) {
    static int16_t beaten[ROWS][PAIRS];
    for (int first = 0; first < PAIRS; first += ROWS) {
        memset(beaten, 0, sizeof beaten);
        for (int board = 0; board < boards; board++) {
            const uint16_t *on = values + (size_t)board * PAIRS;
            const int16_t weight = ways[board];
            for (int row = 0; row < ROWS; row++) {
                const uint16_t mine = on[first + row];
                if (mine == ABSENT) continue;
                int16_t *into = beaten[row];
                for (int place = 0; place < PAIRS; place++)
                    into[place] += (int16_t)(mine > on[place] ? weight : 0);
            }
        }
        for (int row = 0; row < ROWS; row++)
            for (int place = 0; place < PAIRS; place++)
                won[(size_t)(first + row) * PAIRS + place] += beaten[row][place];
    }
}

/* For each two classes: how many pairs of hands share no card, and how often the first wins. */
void equities(int64_t *won_by_class, int64_t *pairs_by_class) {
    init_cards();
    int64_t *won = calloc((size_t)PAIRS * PAIRS, sizeof *won);
    uint16_t *values = malloc((size_t)BATCH * PAIRS * sizeof *values);
    int16_t ways[BATCH];
    int boards = 0;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++)
                for (int d = c + 1; d < 52; d++)
                    for (int e = d + 1; e < 52; e++) {
                        uint16_t board[4] = {0, 0, 0, 0};
                        put(board, a), put(board, b), put(board, c), put(board, d), put(board, e);
                        int orbit = board_orbit(board);
                        if (!orbit) continue;
                        board_values(board, values + (size_t)boards * PAIRS);
                        ways[boards++] = (int16_t)orbit;
                        if (boards == BATCH) count_batch(values, ways, boards, won), boards = 0;
                    }
    count_batch(values, ways, boards, won);
    for (int i = 0; i < PAIRS; i++)
        for (int j = 0; j < PAIRS; j++) {
            int meets = first_of[i] == first_of[j] || first_of[i] == second_of[j] ||
                        second_of[i] == first_of[j] || second_of[i] == second_of[j];
            if (meets) continue;
            int place = class_of[i] * CLASSES + class_of[j];
            won_by_class[place] += won[(size_t)i * PAIRS + j];
            pairs_by_class[place]++;
        }
    free(won);
    free(values);
}

/**
 * The waits for Postgres, in ms. A visitor leaves long before the time that a statement may take. A question without an answer is asked
 * once more on another connection, so a page says within about five seconds that the shop is away.
 */
export const VISITOR_WAITS = { connectMs: 2_500, answerMs: 2_500, turnMs: 2_500 } as const;

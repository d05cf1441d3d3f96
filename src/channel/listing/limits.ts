/** The most pieces of one listing that its shop holds back. */
export const BUFFER_MAX = 100_000;

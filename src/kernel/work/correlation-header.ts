/** Under which a workflow and its activities are told what they belong to. Workflows hand it on as it is. */
export const CORRELATION_HEADER = 'tezgah-correlation';

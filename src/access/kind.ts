import { label, oneOf, type TSchemaOptions, words } from '../kernel/schema/schema';

export const kindWords = { agent: ['ajan', 'agent'], developer: ['geliştirici', 'developer'] } as const;

/** Of tokens and of the workspaces that they are bound to. */
export const kind = (options: TSchemaOptions = {}) =>
  label('Tür', 'Kind')(oneOf(['agent', 'developer'], { ...words(kindWords), ...options }));

import { provider as second } from './provider';

/** What was published before has a later version than what is published now. */
export const provider = { ...second, earlier: [{ ...second.manifest, version: '3.0.0' }] };

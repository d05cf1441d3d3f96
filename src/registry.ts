import catalog from './catalog';
import channel from './channel';
import extension from './extension';
import type { Capability } from './kernel/declare';
import { buildRegistry } from './kernel/registry';
import store from './store';
import token from './token';

/** Every capability that this build serves. Adding one touches its noun's list and nothing else. */
export const registry = buildRegistry([
  ...store,
  ...token,
  ...extension,
  ...catalog,
  ...channel,
] as unknown as readonly Capability[]);

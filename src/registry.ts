import catalog from './catalog';
import channel from './channel';
import extension from './extension';
import type { Capability } from './kernel/declare';
import { buildRegistry } from './kernel/registry';
import proposal from './proposal';
import store from './store';
import token from './token';
import workspace from './workspace';

/** Every capability that this build serves. Adding one touches its noun's list and nothing else. */
export const registry = buildRegistry([
  ...store,
  ...token,
  ...extension,
  ...catalog,
  ...channel,
  ...proposal,
  ...workspace,
] as unknown as readonly Capability[]);

import { buildRegistry } from './kernel/declaration/registry';
import { accountRoutes, capabilities, entities } from './nouns';

/** Every capability that this build serves, and what their changes are about. Adding one touches its noun alone. */
export const registry = buildRegistry(capabilities, entities, accountRoutes);

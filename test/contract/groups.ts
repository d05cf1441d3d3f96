import type { Capability } from '../../src/kernel/declaration/route';

/**
 * By the first word of their ids, the capabilities that one file of `success` and one of `matrix` asks: each word stands once. There are
 * as many groups as jest has workers or a few more, and each opens a shop of its own, so a small noun stands with others.
 */
export const groups = {
  catalog: ['catalog', 'media', 'metafield', 'metafields'],
  channel: ['channel', 'cargo', 'ext', 'extension', 'extensions', 'secret'],
  order: ['order', 'orders', 'returns', 'customer'],
  proposal: ['proposal', 'proposals', 'workspace', 'workspaces', 'token', 'tokens', 'audit'],
  store: [
    'store',
    'settings',
    'commands',
    'meta',
    'routes',
    'scopes',
    'validate',
    'design',
    'theme',
    'themes',
    'updates',
    'sections',
    'kit',
    'compat',
  ],
} as const;

export type Group = keyof typeof groups;

/** @returns those whose capability stands in the group */
export const capabilitiesOf = <T extends Pick<Capability, 'id'>>(group: Group, all: readonly T[]): T[] =>
  all.filter(({ id }) => (groups[group] as readonly string[]).includes(id.slice(0, id.indexOf('.'))));

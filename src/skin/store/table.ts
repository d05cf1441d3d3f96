import { id, label, nullable, oneOf, t, time, unit, words } from '../../kernel/schema/schema';
import { guarded } from '../../kernel/table/aggregate';
import { table, times } from '../../kernel/table/table';

const once = { kept: 'once' } as const;

/** Kinds of callers that push packs. */
const pusherKinds = ['owner', 'developer', 'agent', 'system'] as const;
export type PusherKind = (typeof pusherKinds)[number];

export const pusher = (description?: string) =>
  label(
    'Gönderen',
    'Pushed by',
  )(
    oneOf(pusherKinds, {
      ...(description === undefined ? {} : { description }),
      ...words({
        owner: ['mağaza sahibi', 'owner'],
        developer: ['geliştirici', 'developer'],
        agent: ['ajan', 'agent'],
        system: ['ürün', 'product'],
      }),
    }),
  );

/** A version of a theme that a store has made for itself. It never changes. */
export const themePack = table({
  word: 'themePack',
  label: label('Tema paketi', 'Pack of a theme'),
  table: 'theme_pack',
  columns: {
    hash: { type: 'text', schema: label('Özet', 'Hash')(t.String()), ...once },
    key: { type: 'text', schema: label('Tema', 'Theme')(t.String()), ...once },
    version: { type: 'text', schema: label('Sürüm', 'Version')(t.String()), ...once },
    text: { type: 'text', schema: label('Metin', 'Text')(t.String()), shown: false, ...once },
    bytes: { type: 'integer', schema: label('Boyut', 'Size')(t.Integer(unit('bytes'))), ...once },
    byKind: { type: 'text', schema: pusher(), shown: false, ...once },
    pushedAt: { type: 'timestamptz', schema: label('Gönderilme', 'Pushed')(time()), shown: false, ...once },
  },
});

/** A version of a theme that a workspace tries while its push waits for the owner. The proposal tells of it. */
export const workspacePack = table({
  word: 'workspacePack',
  label: label('Denenen tema paketi', 'Pack that is tried'),
  table: 'workspace_pack',
  columns: {
    hash: themePack.columns.hash,
    workspaceId: { type: 'text', schema: label('Çalışma alanı', 'Workspace')(id('wsp')), ...once },
    key: themePack.columns.key,
    version: themePack.columns.version,
    text: themePack.columns.text,
    pushedAt: themePack.columns.pushedAt,
  },
});

/** A theme that a store may wear: the version in which a draft puts it on. Without a version it is installed no more, and its rev goes on. */
export const installedTheme = guarded({
  word: 'installedTheme',
  key: 'theme',
  label: label('Kurulu tema', 'Installed theme'),
  table: 'theme_installed',
  columns: {
    theme: {
      type: 'text',
      schema: label('Tema', 'Theme')(t.String({ description: 'Key of the theme.' })),
      kept: 'once',
      compared: false,
    },
    version: { type: 'text', schema: label('Sürüm', 'Version')(nullable(t.String())) },
    ...times,
  },
});

import { manifests } from '../extension/provider/providers';
import { readRoute } from '../kernel/declaration/route';
import { scopeNames } from '../kernel/declaration/scopes';
import { object, t } from '../kernel/schema/schema';
import { kit } from '../kit/kit';
import { groupNames, pageKinds } from '../kit/page-kinds';
import { aliasSchema, elementSchema } from '../kit/schema';
import type { Manifest } from '../provider/manifest';
import { sections } from '../section/sections';

type Drawn = readonly { readonly key: string; readonly view?: unknown }[] | undefined;

/** Parts of all extensions of the release that show something. */
const drawnBy = (partsOf: (manifest: Manifest) => Drawn): string[] =>
  manifests.flatMap((manifest) =>
    (partsOf(manifest) ?? []).flatMap(({ key, view }) => (view === undefined ? [] : [`${manifest.key}/${key}`])),
  );

const names = (description: string) => t.Array(t.String(), { description });
const aliases = t.Record(t.String(), aliasSchema, { description: 'Names that still work, by the old name.' });

export default readRoute({
  id: 'compat.contracts.get',
  label: { tr: 'Sürümün sözleşmelerini oku', en: 'Read the contracts of the release' },
  http: 'GET /v1/compat/contracts',
  summary:
    'Every name that an artifact may refer to on this release: of the storefront (kit, elements, tokens, sections, zones) and of the API (routes, commands, scopes).',
  policy: 'read',
  scope: null,
  result: object({
    storefront: object({
      kit: t.String({ description: 'Version of the kit.' }),
      elements: t.Array(elementSchema),
      tokens: names('Custom properties without their `--tz-`.'),
      sections: names('Types of sections.'),
      zones: names('Zones of blocks of extensions.'),
      blocks: names('Blocks of extensions, as `extension/block`.'),
      extensionPages: names('Pages of extensions, as `extension/page`.'),
      pageKinds: names('Kinds of pages.'),
      groups: names('Parts that all pages share.'),
      aliases,
    }),
    api: object({
      routes: names('Ids of routes.'),
      commands: names('Ids of commands that the envelope takes.'),
      scopes: names('Scopes of tokens.'),
      aliases,
    }),
  }),
  refuses: [],

  async run({ services: { capabilities } }) {
    return {
      storefront: {
        kit: kit.version,
        elements: kit.elements,
        tokens: kit.tokens.map(({ name }) => name),
        sections: sections.map(({ type }) => type),
        zones: kit.zones.map(({ id }) => id),
        blocks: drawnBy(({ blocks }) => blocks),
        extensionPages: drawnBy(({ pages }) => pages),
        pageKinds: [...pageKinds],
        groups: [...groupNames],
        aliases: kit.aliases,
      },
      api: {
        routes: capabilities.routes.map(({ id }) => id),
        commands: capabilities.commands.map(({ id }) => id),
        scopes: [...scopeNames],
        aliases: {},
      },
    };
  },
});

import type { DocsPage } from './page';

/** The addresses of all that a server offers, as `/` tells programs. */
export const doors = {
  panel: '/panel',
  docs: '/docs',
  guides: '/docs/guides',
  errors: '/docs/errors',
  openapi: '/openapi.json',
  tools: '/mcp/tools',
  health: '/v1/health',
  llms: '/llms.txt',
} as const;

/** Writes the start page for people. @param shops the address of shops, with `*` for the name of a store */
export const startPage = (shops: string): Omit<DocsPage, 'summary' | 'path'> => ({
  title: 'Start',
  markdown: `# Tezgâh

A durable backend for Turkish online stores.

- [Panel](${doors.panel}): for owners, in Turkish and English: orders, returns, products, marketplaces, proposals of agents, settings
- Shops: \`${shops}\`, where \`*\` is the name of a store in addresses, made of its name when it was opened
- [Guides](${doors.guides}): the first call, keys and replays, paging, limits, errors, agents, files, orders, marketplaces, storefront, checkout
- [Reference](${doors.docs}): every call, to read and to try
- [Commands](/docs/commands): every command by its id, with the calls that run it
- [Errors](${doors.errors}): each code with its cause and what to do
- [OpenAPI](${doors.openapi}): the same for generators of clients
- \`${doors.tools}\`: tools for agents (Model Context Protocol); [how to connect one](/docs/guides/agents)
- [Health](${doors.health}), and [llms.txt](${doors.llms}) for models
`,
});

/** A table of contents for models (llmstxt.org): each link is a text without markup. */
export const llmsText = (guides: readonly DocsPage[], errors: DocsPage): string =>
  `# Tezgâh

> A durable backend for Turkish online stores: typed, audited commands with idempotency keys and dry runs; what an agent changes waits for its owner.

## Guides

${[...guides, errors].map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}`).join('\n')}

## Reference

- [OpenAPI](${doors.openapi}): every call, its schemas and refusals
- [Health](${doors.health}): whether the product serves
`;

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { settingRows } from '../../src/config';
import type { Principal } from '../../src/kernel/declaration/principal';
import type { Capability, Route } from '../../src/kernel/declaration/route';
import { defaultScopes } from '../../src/kernel/declaration/scopes';
import { settlingOf } from '../../src/kernel/declaration/traits';
import { problems } from '../../src/kernel/problems';
import { manifestSchemaText } from '../../src/provider/manifest-document';
import { registry } from '../../src/registry';
import { type Address, addresses } from '../../src/surfaces/tools/address';
import { listOf } from '../../src/surfaces/tools/list';
import { toolboxOf } from '../../src/surfaces/tools/toolbox';
import { expectGenerated, root, table, updatesGenerated } from './generated';

test('docs/configuration.md names every setting, with its default and meaning', () => {
  const rows = settingRows.map(({ name, fallback, meaning }) => [
    `\`${name}\``,
    fallback ? `\`${fallback}\`` : '–',
    meaning,
  ]);
  expectGenerated('docs/configuration.md', 'settings', table(['variable', 'default', 'meaning'], rows));
});

test('the guide of storefronts shows the program that a test runs', () => {
  const program = readFileSync(path.join(root, 'docs/examples/storefront.mjs'), 'utf8');
  expectGenerated('docs/guides/storefront.md', 'storefront', `\`\`\`js\n${program.trim()}\n\`\`\``);
});

test('docs/manifest.schema.json is the form of manifests', () => {
  const where = path.join(root, 'docs/manifest.schema.json');
  if (updatesGenerated) writeFileSync(where, manifestSchemaText);
  expect(readFileSync(where, 'utf8')).toBe(manifestSchemaText);
});

test('docs/capabilities.md lists every route and command', () => {
  const traits = (capability: Capability): string[] => [
    ...('flags' in capability ? capability.flags : []),
    ...(capability.irreversible ? ['irreversible'] : []),
    ...(settlingOf(capability) ? ['waits'] : []),
  ];
  const routes = registry.routes.map((route: Route) => [
    `\`${route.id}\``,
    `\`${route.http}\``,
    route.policy,
    route.scope ?? '–',
    traits(route).join(', '),
    route.summary,
  ]);
  const commands = registry.commands.map((command) => [
    `\`${command.id}\``,
    command.policy,
    command.scope ?? '–',
    [...traits(command), ...(command.route ? [`also ${command.route.http}`] : [])].join(', '),
    command.summary,
  ]);
  const account = registry.accountRoutes.map((route) => [`\`${route.id}\``, `\`${route.http}\``, route.summary]);
  const issued = registry.runtimeCommands.map(({ id, summary }) => [`\`${id}\``, summary]);
  expectGenerated(
    'docs/capabilities.md',
    'capabilities',
    `Who would wait for the end of the work that a call starts is let wait where it says \`waits\`: \`Prefer: wait=…\`, \`waitSeconds\`, \`--wait\`.\n\n## Routes\n\n${table(['id', 'method and path', 'policy', 'scope', 'flags', 'what it does'], routes)}\n\n## Commands\n\n${table(
      ['id', 'policy', 'scope', 'flags', 'what it does'],
      commands,
    )}\n\n## Routes of the owner’s account\n\nFor the owner’s session beside the contract: no list and no tool has them.\n\n${table(
      ['id', 'method and path', 'what it does'],
      account,
    )}\n\n## Commands that the product alone issues\n\nAudit rows name them; whoever sends one is refused with \`runtime_only\`.\n\n${table(
      ['id', 'what it does'],
      issued,
    )}`,
  );
});

test('docs/errors.md lists every code', () => {
  const rows = problems().map(([code, { status, title, turkish, remedy }]) => [
    `\`${code}\``,
    String(status),
    title,
    turkish,
    remedy,
  ]);
  expectGenerated('docs/errors.md', 'errors', table(['code', 'status', 'title', 'message', 'what to do'], rows));
});

test('docs/agents.md says what each list of tools costs', () => {
  const rows = addresses.flatMap((address) =>
    (['agent', 'developer'] as const).map((kind) => {
      const tools = toolsListed(address, kind);
      const tokens = countTokens(JSON.stringify({ tools }));
      return [`\`${address.path}\``, kind, String(tools.length), String(tokens), (tokens / tools.length).toFixed(0)];
    }),
  );
  expectGenerated(
    'docs/agents.md',
    'tools',
    `With the default scopes of each kind:\n\n${table(['address', 'token', 'tools', 'tokens', 'tokens a tool'], rows)}`,
  );
});

function toolsListed(address: Address, kind: 'agent' | 'developer') {
  const principal = { kind, scopes: new Set(defaultScopes[kind]), limits: null } as unknown as Principal;
  const selected = () => true;
  return listOf({ principal, address, toolbox: toolboxOf(registry), selected });
}

test('every line of docs/agents.md that connects a client names the address without dots, and is what it says', () => {
  const text = readFileSync(path.join(root, 'docs/agents.md'), 'utf8');
  const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, form, block]) => ({
    form,
    block: block ?? '',
  }));
  expect(blocks.map(({ form }) => form)).toEqual(['sh', 'json', 'json', 'toml', 'json']);
  for (const { form, block } of blocks) {
    expect(block).toMatch(/http:\/\/127\.0\.0\.1:4000\/mcp\/tools["\s]/);
    if (form === 'json') expect(JSON.parse(block)).toBeDefined();
  }
});

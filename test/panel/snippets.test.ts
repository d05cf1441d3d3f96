import { readFileSync } from 'node:fs';
import path from 'node:path';
import { snippetsOf } from '../../src/panel/tokens/snippets';

const LOCAL = 'http://127.0.0.1:4000';
const guide = readFileSync(path.join(__dirname, '../../docs/agents.md'), 'utf8');

/** The first block of code after the name of a client. */
const inGuide = (client: string): string => {
  const [, block] = /```\w+\n([\s\S]*?)\n```/.exec(guide.slice(guide.indexOf(`**${client}**`))) as RegExpExecArray;
  return block as string;
};
const snippet = (name: string, secret: string, origin = LOCAL): string =>
  snippetsOf(origin, secret).find((each) => each.name === name)?.text as string;

describe('what clients are told to connect with', () => {
  test('is what the guide of agents says', () => {
    expect(snippet('Claude Code', '$TEZGAH_TOKEN')).toBe(inGuide('Claude Code'));
    for (const [name, secret] of [
      ['VS Code', 'x'],
      ['Cursor', '$' + '{env:TEZGAH_TOKEN}'],
      ['Claude Desktop', '<token>'],
    ] as const)
      expect(JSON.parse(snippet(name, secret))).toEqual(JSON.parse(inGuide(name)));
  });

  test('holds the secret, unless the client asks for it', () => {
    for (const { asks, text } of snippetsOf(LOCAL, 'tzg_agt_secret'))
      expect(text.includes('tzg_agt_secret')).toBe(!asks);
  });

  test('allows an address without https where the client would refuse one', () => {
    const argsAt = (origin: string): string[] =>
      JSON.parse(snippet('Claude Desktop', 'x', origin)).mcpServers.tezgah.args;
    expect(argsAt('http://shop.lan:4000')).toContain('--allow-http');
    for (const origin of ['https://shop.example', LOCAL, 'http://localhost:4000'])
      expect(argsAt(origin)).not.toContain('--allow-http');
  });
});

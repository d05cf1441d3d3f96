/** A way to connect: what is pasted, and where. */
export interface Snippet {
  readonly name: string;
  /** The file that it belongs into; null: a terminal. */
  readonly file: string | null;
  readonly text: string;
  /** Whether the client asks for the secret itself, so that it stands in no file. */
  readonly asks?: boolean;
}

/** The address whose tools have names without dots, since several clients drop a whole list for one dot. */
export const toolsAddress = (origin: string): string => `${origin}/mcp/tools`;

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);
const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** As `docs/agents.md` has them, which a test holds them to. @param origin of the shop, e.g. `https://shop.example` */
export function snippetsOf(origin: string, secret: string): readonly Snippet[] {
  const url = toolsAddress(origin);
  const { protocol, hostname } = new URL(origin);
  const isOpen = protocol === 'http:' && !LOCAL.has(hostname);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote fills it in
  const header = 'Authorization:${TEZGAH_AUTHORIZATION}';
  return [
    {
      name: 'Claude Code',
      file: null,
      text: `claude mcp add --transport http --header "Authorization: Bearer ${secret}" tezgah ${url}`,
    },
    {
      name: 'Claude Desktop',
      file: 'claude_desktop_config.json',
      text: json({
        mcpServers: {
          tezgah: {
            command: 'npx',
            // Without a blank: Claude Desktop on Windows takes an argument apart at one.
            args: ['-y', 'mcp-remote', url, ...(isOpen ? ['--allow-http'] : []), '--header', header],
            env: { TEZGAH_AUTHORIZATION: `Bearer ${secret}` },
          },
        },
      }),
    },
    {
      name: 'Cursor',
      file: '~/.cursor/mcp.json',
      text: json({ mcpServers: { tezgah: { url, headers: { Authorization: `Bearer ${secret}` } } } }),
    },
    {
      name: 'VS Code',
      file: '.vscode/mcp.json',
      asks: true,
      text: json({
        inputs: [{ type: 'promptString', id: 'tezgah-token', description: 'Token of Tezgâh', password: true }],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills it in
        servers: { tezgah: { type: 'http', url, headers: { Authorization: 'Bearer ${input:tezgah-token}' } } },
      }),
    },
    { name: 'curl', file: null, text: `curl -H "Authorization: Bearer ${secret}" ${origin}/v1/tokens/me` },
  ];
}

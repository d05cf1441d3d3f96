import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Site } from './site';

/** The protocol's own client, connected with a token. @param path one of the addresses of the protocol */
export async function connectTo({ url }: Pick<Site, 'url'>, token: string, path = '/mcp'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  // The SDK's own transport does not satisfy its interface under exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL(url + path), { requestInit }) as Parameters<
    Client['connect']
  >[0];
  await client.connect(transport);
  return client;
}

/** Loaded at the first call: most processes of the API never speak the protocol, and it costs a fifth of a second. */
export async function protocol() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return {
    Server,
    Transport: WebStandardStreamableHTTPServerTransport,
    ListTools: types.ListToolsRequestSchema,
    CallTool: types.CallToolRequestSchema,
    McpError: types.McpError,
  };
}

export const INVALID_PARAMS = -32_602;

/** Of one object of a message. */
export const NAMES_MAX = 100;

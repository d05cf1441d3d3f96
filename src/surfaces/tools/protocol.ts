/** Loaded at the first call: most processes of the API never speak the protocol, and it costs a fifth of a second. */
export async function protocol() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { ListToolsRequestSchema: ListTools, CallToolRequestSchema: CallTool } = types;
  return {
    Server,
    Transport: WebStandardStreamableHTTPServerTransport,
    ListTools,
    CallTool,
    McpError: types.McpError,
    Message: types.JSONRPCMessageSchema,
    /** Requests that are answered, by their methods. */
    requests: new Map(
      [types.InitializeRequestSchema, types.PingRequestSchema, ListTools, CallTool].map((schema) => [
        schema.shape.method.value as string,
        schema,
      ]),
    ),
  };
}

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const INVALID_PARAMS = -32_602;
/** A fault of HTTP, for which JSON-RPC has no number. */
export const SERVER_ERROR = -32_000;

/** Limit of the names in one object of a message. */
export const NAMES_MAX = 100;

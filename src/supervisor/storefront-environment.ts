const READ =
  /^(PATH|HOST|LOG_LEVEL|TEZGAH_(DATABASE_POOL|PUBLIC_URL|PROVIDERS|STOREFRONT_(HOST|HOSTS|PER_MINUTE)|TRUSTED_PROXIES|METRICS_(HOST|TOKEN)|S3_\w+)|OTEL_\w+|AWS_\w+)$/;

/** Settings that the storefront reads, and what Node itself needs: it is told no key that opens anything else. */
export const storefrontEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => READ.test(name)));

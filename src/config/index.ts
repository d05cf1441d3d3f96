import { providers } from '../extension/provider/list';
import { ConfigError, type Setting, type Values, valuesOf } from '../kernel/declaration/setting';
import { settings } from './rows';

/** Every variable that is read: the product's own, and those of its providers. */
export const settingRows: readonly Setting<unknown>[] = [
  ...Object.values(settings),
  ...providers.flatMap((provider) => Object.values(provider.settings)),
];

const open = [
  'publicUrl',
  'host',
  'port',
  'throttlePerMinute',
  'mediaFilesMax',
  'mediaMibMax',
  'providers',
  'storefrontUrl',
  'storefrontHosts',
] as const;

/** The settings that handlers may know: no key, no login, no address of a server that the product trusts. */
export type OpenSettings = Pick<Config, (typeof open)[number]> & {
  /** Whether there is a mail server: else mails are kept. */
  readonly sendsMails: boolean;
};

export const openSettings = (config: Config): OpenSettings =>
  ({
    ...Object.fromEntries(open.map((name) => [name, config[name]])),
    sendsMails: config.smtpUrl !== '',
  }) as unknown as OpenSettings;

export type Config = Values<typeof settings> & {
  /** The variables that somebody has set: what is stated is held to, where a default may give way. */
  readonly stated: ReadonlySet<string>;
  /** The settings that each provider reads for itself, by its key. */
  readonly providers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/**
 * Reads and checks the environment.
 * @throws {ConfigError} with one line for each setting that is wrong.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const own = valuesOf(settings, environment, problems);
  const asked = { ...environment, ...simulatedFor(own, environment) };
  const ofProviders = providers.map(({ manifest, settings }) => [manifest.key, valuesOf(settings, asked, problems)]);
  if (own.metricsToken === '' && !['127.0.0.1', '::1', 'localhost'].includes(own.metricsHost))
    problems.push(`TEZGAH_METRICS_TOKEN must be set where TEZGAH_METRICS_HOST (${own.metricsHost}) lets others in`);
  if (own.checkoutPort !== undefined && own.checkoutKey === '')
    problems.push('TEZGAH_CHECKOUT_KEY must be set where TEZGAH_CHECKOUT_PORT opens the checkout');
  if (own.checkoutUrl !== '' && own.checkoutKey === '')
    problems.push('TEZGAH_CHECKOUT_KEY must be set where TEZGAH_CHECKOUT_URL names the checkout');
  if (own.sandboxListen && own.sandboxSecret === '')
    problems.push('TEZGAH_SANDBOX_SECRET must be set where TEZGAH_SANDBOX_LISTEN opens the sandbox to other machines');
  if ((own.sandboxListen || own.doorListen) && (own.tlsCertificate === '' || own.tlsKey === ''))
    problems.push(
      'TEZGAH_TLS_CERTIFICATE and TEZGAH_TLS_KEY must be set where TEZGAH_SANDBOX_LISTEN or TEZGAH_DOOR_LISTEN is',
    );
  const keySources = ['TEZGAH_SECRET_KEY', 'TEZGAH_SECRET_KEY_FILE', 'TEZGAH_SECRET_KEY_COMMAND'];
  if (keySources.filter((name) => environment[name]).length > 1)
    problems.push('Only one of TEZGAH_SECRET_KEY, TEZGAH_SECRET_KEY_FILE and TEZGAH_SECRET_KEY_COMMAND may be set');
  if ((own.s3AccessKeyId === '') !== (own.s3SecretAccessKey === ''))
    problems.push('TEZGAH_S3_ACCESS_KEY_ID and TEZGAH_S3_SECRET_ACCESS_KEY are set together');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const stated = new Set(settingRows.map(({ name }) => name).filter((name) => environment[name]));
  return { ...own, stated, providers: Object.fromEntries(ofProviders) };
}

/** Fills in the addresses of simulated providers that nobody has stated, where the demo of the split product is asked for. */
function simulatedFor(
  { demo, demoHost }: Pick<Config, 'demo' | 'demoHost'>,
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  if (!demo || demoHost === '') return {};
  const addresses = providers.flatMap(({ simulator }) =>
    simulator ? Object.entries(simulator.environment(`http://${demoHost}:${simulator.port}`)) : [],
  );
  return Object.fromEntries(addresses.filter(([name]) => !environment[name]));
}

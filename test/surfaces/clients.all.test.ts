// tier: all
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { registry } from '../../src/registry';
import { openApiDocument } from '../../src/surfaces/openapi';
import { sessionPaths } from '../../src/surfaces/session-paths';
import { patient } from '../world/patience';

/*
 * Clients as strangers make them: of the document as it is served, with the generators that they use, and without a switch that mends
 * anything. The generators come from the registries of packages when the test runs; where one cannot be had, its test is skipped and
 * says so.
 */

const GENERATOR = 'org.openapitools:openapi-generator-cli:7.17.0';
const JAR = 'openapi-generator-cli-7.17.0.jar';
const MINUTE = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'tezgah-clients-'));
const at = (...names: string[]) => path.join(folder, ...names);

interface Ran {
  readonly status: number | null;
  readonly said: string;
}

function run(program: string, args: readonly string[], cwd = folder, env: Readonly<Record<string, string>> = {}): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: patient(10 * MINUTE),
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, said: `${program} ${args.join(' ')}\n${stdout}\n${stderr}\n${error?.message ?? ''}`.slice(-4_000) };
}
const can = (program: string, ...args: string[]): boolean => run(program, args).status === 0;
const done = (...args: Parameters<typeof run>): void => {
  const { status, said } = run(...args);
  if (status !== 0) throw new Error(said);
};

const hasGenerator =
  can('java', '-version') &&
  can('mvn', '-q', 'dependency:copy', `-Dartifact=${GENERATOR}`, `-DoutputDirectory=${folder}`);
const hasPython = can('python3', '-m', 'venv', at('venv')) && can(at('venv/bin/pip'), 'install', '-q', 'pip');
const python = at('venv/bin/python');
const ORVAL = 'orval@7.13.2';
const hasOrval = can('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', at('orval'), ORVAL);
const tsc = require.resolve('typescript/package.json').replace('package.json', 'bin/tsc');
const types = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'esnext', '--moduleResolution', 'bundler'];
const compiled = (file: string): void => done(process.execPath, [tsc, '--noEmit', '--strict', ...types, file]);

/** @param missing what it needs and this machine has not; false: it has all */
function client(name: string, missing: string | false, make: () => void): void {
  if (missing) test.skip(`${name}: skipped, since ${missing} cannot be had here`, () => undefined);
  else test(name, make, patient(25 * MINUTE));
}

/** The document is written whole: the generator is asked to hold it against the specification, too. */
const generated = (language: string, ...more: string[]): string => {
  const out = at(language);
  done('java', ['-Xmx1g', '-jar', at(JAR), 'generate', '-i', at('openapi.json'), '-g', language, '-o', out, ...more]);
  return out;
};

describe('a client of the document', () => {
  beforeAll(() => {
    const document = openApiDocument({ capabilities: registry, version: '0.1.0', extraPaths: sessionPaths });
    writeFileSync(at('openapi.json'), JSON.stringify(document));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const noGenerator = !hasGenerator && `${GENERATOR} by Maven`;

  client('in TypeScript, by openapi-generator, compiles', noGenerator, () => {
    compiled(path.join(generated('typescript-fetch'), 'index.ts'));
  });

  client('in TypeScript, by orval, compiles', !hasOrval && `${ORVAL} by npm`, () => {
    const out = at('orval/client/shop.ts');
    done(at('orval/node_modules/.bin/orval'), ['--input', at('openapi.json'), '--output', out, '--client', 'fetch']);
    compiled(out);
  });

  client('in Go, by openapi-generator, compiles', noGenerator || (!can('go', 'version') && 'Go'), () => {
    done('go', ['build', './...'], generated('go'), { GOFLAGS: '-mod=mod' });
  });

  client('in Java, by openapi-generator, compiles', noGenerator, () => {
    done('mvn', ['-q', 'compile', '-Dmaven.test.skip'], generated('java'));
  });

  client(
    'in Python, by openapi-generator, is imported and reads what the server answers',
    noGenerator || (!hasPython && 'Python with venv'),
    () => {
      const out = generated('python');
      done(at('venv/bin/pip'), ['install', '-q', '-r', 'requirements.txt'], out);
      const script = [
        'import importlib, json, pkgutil, openapi_client',
        'for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client."):',
        '    importlib.import_module(module.name)',
        `document = json.load(open(${JSON.stringify(at('openapi.json'))}))`,
        'answer = document["paths"]["/v1/catalog/products/{prd}"]["get"]["responses"]["200"]["content"]["application/json"]',
        'name = answer["schema"]["$ref"].split("/")[-1]',
        'product = getattr(openapi_client, name).from_dict(answer["example"])',
        'assert product.id == answer["example"]["id"], product',
        'preview = {"changes": [], "effects": [], "bumpsGeneration": False, "irreversible": False, "result": {}, "hash": "x"}',
        'assert openapi_client.Preview.from_dict({"dryRun": True, "preview": preview}).dry_run is True',
      ];
      done(python, ['-c', script.join('\n')], out);
    },
  );

  const hasPythonClient =
    hasPython && can(at('venv/bin/pip'), 'install', '-q', 'openapi-python-client==0.29.1', 'ruff');

  client('in Python, by openapi-python-client, is imported', !hasPythonClient && 'openapi-python-client by pip', () => {
    const args = ['generate', '--path', at('openapi.json'), '--meta', 'none', '--output-path', at('tezgah_client')];
    done(at('venv/bin/openapi-python-client'), args, folder, { PATH: `${at('venv/bin')}:${process.env.PATH}` });
    const script = [
      'import importlib, pkgutil, tezgah_client',
      'for module in pkgutil.walk_packages(tezgah_client.__path__, "tezgah_client."):',
      '    importlib.import_module(module.name)',
    ];
    done(python, ['-c', script.join('\n')]);
  });
});

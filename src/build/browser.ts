import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './project';

/** A Chromium and what it has to find around it. */
export interface Browser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A headless Chromium with its libraries and a font, as a package brings it; for this kind of machine alone. */
const packed = at('node_modules', '@sparticuz', 'chromium', 'bin');
/** Within the package, which npm replaces as a whole when there is a newer one. */
const unpacked = at('node_modules', '@sparticuz', 'chromium', 'unpacked');

const isPacked = (): boolean => process.platform === 'linux' && process.arch === 'x64' && existsSync(packed);

const installed = (): string | undefined =>
  [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((place) => place !== undefined && isProgram(place));

/** The browser that the panel is tested in: the one that CHROMIUM names, that of the package, or the system's. */
export function findBrowser(): Browser {
  if (isPacked() && !process.env.CHROMIUM) return unpackedBrowser();
  const executablePath = installed();
  if (executablePath === undefined)
    throw new Error('The panel is tested in Chromium, and there is none: install one, or name one in CHROMIUM.');
  return { executablePath, env: {} };
}

/**
 * Unpacks the package's browser, before a test waits for it. Where the package has none for the machine, and one may be installed,
 * it is; elsewhere the tests say what to do.
 */
export function prepareBrowser(): void {
  if (isPacked()) {
    if (!existsSync(unpacked)) unpack();
    return;
  }
  if (installed() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium for the tests of the panel.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ])
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function unpackedBrowser(): Browser {
  if (!existsSync(unpacked)) unpack();
  const fonts = path.join(unpacked, 'fonts.conf');
  const libraries = path.join(unpacked, 'al2023', 'lib');
  return {
    executablePath: path.join(unpacked, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fonts },
  };
}

/** Beside its place, and there in one step: several tests may want it at once. */
function unpack(): void {
  const folder = mkdtempSync(`${unpacked}-`);
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  // The package unpacks into the folder for temporary files, and the libraries that machines often lack on Lambda only.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: at(),
    env,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`Chromium could not be unpacked to ${folder}.`);
  writeFileSync(path.join(folder, 'fonts.conf'), FONTS);
  try {
    renameSync(folder, unpacked);
  } catch {
    // Another one was faster.
    rmSync(folder, { recursive: true });
  }
}

/** The configuration of fonts: those of the machine, and one for a machine that has none. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${unpacked}/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

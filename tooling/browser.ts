// Finds a Chromium for the browser tests, or installs one. Fails loudly: a browser test that is
// skipped proves nothing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/**
 * Features of the browser's own windows, which no test sees. The popups of the address bar are
 * pages that every tab loads beside its own, and the spare renderer is a process started for a
 * page that never comes: together they are two thirds of the processor time of a short test.
 */
const WINDOW_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
]
/** Chromium obeys its last list only, so this repeats what playwright-core 1.65 switches off. */
const PLAYWRIGHT_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * Chromium without background chatter: a machine without an outside network would otherwise wait
 * for refused connections.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_FEATURES, ...WINDOW_FEATURES].join(',')}`,
]

const known = () =>
  [
    process.env['CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    playwrightsOwn(),
  ].find(path => path && existsSync(path))

function playwrightsOwn(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

const does = (command: string, args: string[]) =>
  spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** The path of a Chromium; installs Debian's (as root) or Playwright's when there is none. */
export function ensureChromium(): string {
  const found = known()
  if (found) return found
  console.log('Installing Chromium for the browser tests …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    if (does('apt-get', ['update', '-qq']))
      does('apt-get', [
        'install',
        '-y',
        '-qq',
        '--no-install-recommends',
        'chromium',
        'fonts-noto-cjk',
      ])
  } else does(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  const installed = known()
  if (!installed)
    throw new Error(
      'No Chromium found and none could be installed. Set CHROMIUM to the path of one.',
    )
  return installed
}

/** A Chromium for tests and benchmarks; the caller closes it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })

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

const firstOf = (paths: readonly (string | undefined)[]) =>
  paths.find(path => path && existsSync(path))
const known = () =>
  firstOf([
    process.env['CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    playwrightsOwn(),
  ])

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
    does('apt-get', ['update', '-qq'])
    const install = (...packages: string[]) =>
      does('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
    // Tests are content without the second one, which not every release has.
    if (install('chromium', 'fonts-noto-cjk')) install('chromium-headless-shell')
  } else does(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  const installed = known()
  if (!installed)
    throw new Error(
      'No Chromium found and none could be installed. Set CHROMIUM to the path of one.',
    )
  return installed
}

const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: CHROMIUM_ARGS })

/** A Chromium; the caller closes it. */
export const openBrowser = (): Promise<Browser> => launch(ensureChromium())

/**
 * A Chromium without windows of its own, where the machine has one: a fifth less processor time for
 * the same pages. It refuses every site its notices.
 */
export const openWindowless = (): Promise<Browser> =>
  launch(firstOf([process.env['CHROMIUM'], '/usr/bin/chromium-headless-shell']) ?? ensureChromium())

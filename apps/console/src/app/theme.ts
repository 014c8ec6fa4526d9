import { theme as antd, type ThemeConfig } from 'antd'
import { useSyncExternalStore } from 'react'

export type Shade = 'light' | 'dark'
export type ShadeChoice = 'auto' | Shade

const palettes = {
  light: {
    canvas: '#f3f5f9',
    surface: '#ffffff',
    raised: '#ffffff',
    fill: '#f6f8fb',
    line: '#e4e8f0',
    ink: '#111827',
    ink2: '#4b5563',
    ink3: '#626a79',
    brand: '#2f54eb',
    jade: '#067647',
    amber: '#a15c07',
    cinnabar: '#d92d20',
    amberSoft: '#fdf3e0',
    amberLine: '#f0d9a8',
    cinnabarSoft: '#feefed',
    cinnabarLine: '#f7c9c4',
    jadeSoft: '#e8f6ef',
    jadeLine: '#b9dfcc',
    brandSoft: '#ebf0ff',
    control: '#d3d9e4',
    onBrand: '#ffffff',
  },
  dark: {
    canvas: '#0c1018',
    surface: '#151b26',
    raised: '#1c2431',
    fill: '#1a2230',
    line: '#263041',
    ink: '#f2f5fa',
    ink2: '#aab4c4',
    ink3: '#8b97a9',
    brand: '#6c8cff',
    jade: '#47cd89',
    amber: '#f0b45a',
    cinnabar: '#f97066',
    amberSoft: '#2b2417',
    amberLine: '#54431f',
    cinnabarSoft: '#321a1b',
    cinnabarLine: '#5e2b2b',
    jadeSoft: '#14291f',
    jadeLine: '#2a5a42',
    brandSoft: '#1b2747',
    control: '#364257',
    onBrand: '#0b1020',
  },
} as const

/** Where antd's variables hold. */
export const shadeClass = (shade: Shade) => `tianping-${shade}`

/**
 * The member app's colours on antd's tokens; our own styles read the same as `--ant-…` variables.
 */
export function antdTheme(shade: Shade): ThemeConfig {
  const c = palettes[shade]
  const meanings = {
    colorPrimary: c.brand,
    colorInfo: c.brand,
    colorLink: c.brand,
    colorSuccess: c.jade,
    colorWarning: c.amber,
    colorError: c.cinnabar,
  }
  return {
    // antd would dim the colours of the dark shade once more; ours are chosen for it already.
    algorithm: [
      shade === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
      // Every algorithm but the first gets what the one before it made.
      (_seed, map) => ({ ...map!, ...meanings }),
    ],
    cssVar: { key: shadeClass(shade) },
    zeroRuntime: true,
    hashed: false,
    token: {
      ...meanings,
      colorText: c.ink,
      colorTextSecondary: c.ink2,
      colorTextTertiary: c.ink3,
      colorTextDescription: c.ink3,
      colorTextPlaceholder: c.ink3,
      colorTextDisabled: c.ink3,
      colorBgLayout: c.canvas,
      colorBgContainer: c.surface,
      colorBgElevated: c.raised,
      colorFillAlter: c.fill,
      colorBorder: c.control,
      colorBorderSecondary: c.line,
      colorTextLightSolid: c.onBrand,
      colorPrimaryBg: c.brandSoft,
      colorInfoBg: c.brandSoft,
      colorWarningBg: c.amberSoft,
      colorWarningBorder: c.amberLine,
      colorSuccessBg: c.jadeSoft,
      colorSuccessBorder: c.jadeLine,
      colorErrorBg: c.cinnabarSoft,
      colorErrorBorder: c.cinnabarLine,
      borderRadius: 8,
      fontFamily:
        '"PingFang SC", "HarmonyOS Sans SC", "MiSans", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Table: {
        headerBg: c.fill,
        headerColor: c.ink2,
        rowHoverBg: c.fill,
        cellPaddingBlockSM: 7,
        cellPaddingInlineSM: 10,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    },
  }
}

const place = 'console-shade'
const dark = matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  dark.addEventListener('change', watcher)
  return () => {
    watchers.delete(watcher)
    dark.removeEventListener('change', watcher)
  }
}
const chosen = (): ShadeChoice => {
  const kept = localStorage.getItem(place)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

export function chooseShade(choice: ShadeChoice) {
  localStorage.setItem(place, choice)
  watchers.forEach(watcher => watcher())
}

export const useShadeChoice = (): ShadeChoice => useSyncExternalStore(watch, chosen)
/** Light or dark: what the operator chose, else what the system says. */
export const useShade = (): Shade =>
  useSyncExternalStore(watch, () =>
    chosen() === 'auto' ? (dark.matches ? 'dark' : 'light') : (chosen() as Shade),
  )

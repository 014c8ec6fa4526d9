// Where a log-in came from, as its member recognises it.
const systems: [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙设备'],
  [/Android/, '安卓设备'],
  [/Windows/, 'Windows 电脑'],
  [/Mac OS X|Macintosh/, 'Mac 电脑'],
  [/Linux|X11/, 'Linux 电脑'],
]
/** The narrower name first: most of them call themselves Chrome and Safari too. */
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/QQBrowser/, 'QQ浏览器'],
  [/UCBrowser/, 'UC浏览器'],
  [/MiuiBrowser/, '小米浏览器'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const named = (names: [RegExp, string][], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** `iPhone · Safari`, from what the browser says of itself. */
export const deviceName = (agent: string): string =>
  [named(systems, agent), named(browsers, agent)].filter(Boolean).join(' · ') || '未知设备'

/** The beginning of an address: enough to tell one's own network from another. */
export function roughAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (plain === '') return ''
  if (plain.includes(':')) return `${plain.split(':').slice(0, 2).join(':')}:*`
  return `${plain.split('.').slice(0, 2).join('.')}.*.*`
}

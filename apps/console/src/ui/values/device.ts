const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg/, 'Edge'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** A user agent in two words (iPhone · Safari); what is not known stays as it came. */
export function deviceOf(agent: string): string {
  const named = [systems, browsers]
    .map(list => list.find(([sign]) => sign.test(agent))?.[1])
    .filter(name => name !== undefined)
  return named.join(' · ') || agent
}

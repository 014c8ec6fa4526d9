/** How long ago, as people say it: 刚刚, 5 分钟, 3 小时 20 分, 2 天 4 小时. */
export function spanOf(minutes: number): string {
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${Math.floor(minutes)} 分钟`
  const hours = Math.floor(minutes / 60)
  if (hours < 24)
    return `${hours} 小时${minutes % 60 >= 1 ? ` ${Math.floor(minutes % 60)} 分` : ''}`
  return `${Math.floor(hours / 24)} 天${hours % 24 ? ` ${hours % 24} 小时` : ''}`
}

/** How urgent something is that waits: half an hour is long, an hour too long. */
export function urgencyOf(minutes: number): 'calm' | 'late' | 'overdue' {
  if (minutes >= 60) return 'overdue'
  return minutes >= 30 ? 'late' : 'calm'
}

/** A moment as the desk reads it: of Asia/Shanghai. */
export const time = (iso: string) =>
  new Date(iso).toLocaleString('zh-CN', {
    timeZone: 'Asia/Shanghai',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  })

export function More({ more }: { more: (() => void) | null }) {
  return (
    more && (
      <button type="button" className="more" onClick={more}>
        更多
      </button>
    )
  )
}

import { useAction } from '../../app/useAction.ts'
import { useMessage } from '../../ui/above.ts'
import type { Opened } from './fetchFile.ts'
import { saveBlob } from './saveBlob.ts'

/** A shorter wait needs no sign. */
const SIGN_AFTER_MS = 500

/**
 * Receives a file that the server has begun to send, and has the browser save it, also when the
 * page that asked for it has gone. A browser keeps a large one on its disk meanwhile.
 */
export function useReceive() {
  const message = useMessage()
  return useAction({
    mutationFn: async ({ name, blob }: Opened) => {
      const content = `正在接收 ${name}，完成后自动保存`
      const sign = setTimeout(
        () => void message.loading({ key: name, content, duration: 0 }),
        SIGN_AFTER_MS,
      )
      try {
        saveBlob(name, await blob())
      } finally {
        clearTimeout(sign)
        message.destroy(name)
      }
    },
  })
}

import { useMutation } from '@tanstack/react-query'
import { beginLoading } from '../ui/layer/loading.tsx'
import { fetchFile } from './api.ts'

/** A saved file needs its address a while longer than the click. */
const keepMs = 60_000

/** Hands a file to the browser, as a link to it would. */
function save({ blob, name }: { blob: Blob; name: string }) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), keepMs)
}

/** Fetches a file of the member's own and saves it; refusals are said like those of a call. */
export function useDownload() {
  const mutation = useMutation({
    mutationFn: async (url: string) => {
      const finish = beginLoading()
      try {
        save(await fetchFile(url))
      } finally {
        finish()
      }
    },
  })
  return {
    run: (url: string) => {
      if (!mutation.isPending) mutation.mutate(url)
    },
    busy: mutation.isPending ? mutation.variables : null,
  }
}

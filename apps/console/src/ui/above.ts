import type { MessageInstance } from 'antd/es/message/interface.js'
import { createContext, use, type ReactNode } from 'react'

type Above = { message: MessageInstance; show: (what: ReactNode) => void }

/** Given by the app around everything. */
export const AboveContext = createContext<Above | null>(null)

function useIt(): Above {
  const above = use(AboveContext)
  if (!above) throw new Error('Nothing stands above this: see app/App.tsx.')
  return above
}

/** One line at the top of the window, gone by itself. */
export const useMessage = (): MessageInstance => useIt().message

/** Something that stays when the page below goes on: the last one shown. */
export const useAbove = (): Above['show'] => useIt().show

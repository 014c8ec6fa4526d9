import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider, message as lines, theme } from 'antd'
import { Fragment, useEffect, useMemo, useState, type ReactNode } from 'react'
import { AboveContext } from '../ui/above.ts'
import { newCache } from './cache.ts'
import { chinese } from './chinese.ts'
import { Session } from './session/Session.tsx'
import { antdTheme, shadeClass, useShade, type Shade } from './theme.ts'
import css from './app.module.css'

/** Language, colours and the cache; whoever may come in is the session's matter. */
export function App() {
  const shade = useShade()
  // On the root, because dialogs stand beside the app: date pickers and scroll bars follow it.
  useEffect(() => {
    document.documentElement.style.colorScheme = shade
  }, [shade])
  return (
    <ConfigProvider locale={chinese} theme={antdTheme(shade)} button={BUTTON}>
      <Above shade={shade}>
        <Session />
      </Above>
    </ConfigProvider>
  )
}

/**
 * antd's own sign of an action under way has a name, and stays in the button unseen where the
 * answer is quick.
 */
const BUTTON = { autoInsertSpace: false, loadingIcon: <i className="turning" aria-hidden /> }

/** antd's own `App` would load its dialogs and notices before the first room. */
function Above({ shade, children }: { shade: Shade; children: ReactNode }) {
  // Writes the colours as variables, under the class of the shade.
  theme.useToken()
  const [message, holder] = lines.useMessage({ maxCount: 3, top: 16 })
  const [shown, setShown] = useState<{ nth: number; what: ReactNode }>({ nth: 0, what: null })
  // One text is one notice, however many calls failed with it at once.
  const [cache] = useState(() =>
    newCache(text => void message.error({ content: text, key: text, duration: 5 })),
  )
  const above = useMemo(
    () => ({
      message,
      show: (what: ReactNode) => setShown(({ nth }) => ({ nth: nth + 1, what })),
    }),
    [message],
  )
  return (
    <AboveContext value={above}>
      <QueryClientProvider client={cache}>
        <div className={`${shadeClass(shade)} ${css.app}`}>
          {holder}
          {children}
          <Fragment key={shown.nth}>{shown.what}</Fragment>
        </div>
      </QueryClientProvider>
    </AboveContext>
  )
}

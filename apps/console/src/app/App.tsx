import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntdApp, ConfigProvider } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { newCache } from './cache.ts'
import { chinese } from './chinese.ts'
import { Session } from './session/Session.tsx'
import { antdTheme, useShade } from './theme.ts'
import css from './app.module.css'

/** Language, colours and the cache; whoever may come in is the session's matter. */
export function App() {
  const shade = useShade()
  // On the root, because dialogs stand beside the app: date pickers and scroll bars follow it.
  useEffect(() => {
    document.documentElement.style.colorScheme = shade
  }, [shade])
  return (
    <ConfigProvider locale={chinese} theme={antdTheme(shade)} button={{ autoInsertSpace: false }}>
      <AntdApp className={css.app} message={{ maxCount: 3, top: 16 }}>
        <Cache>
          <Session />
        </Cache>
      </AntdApp>
    </ConfigProvider>
  )
}

function Cache({ children }: { children: ReactNode }) {
  const { message } = AntdApp.useApp()
  // One text is one notice, however many calls failed with it at once.
  const [cache] = useState(() =>
    newCache(text => void message.error({ content: text, key: text, duration: 5 })),
  )
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>
}

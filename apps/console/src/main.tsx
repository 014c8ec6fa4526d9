import 'virtual:antd/first.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import './ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

/**
 * Enter held down presses once: it would answer the dialog that the first press opens, or confirm
 * again what was done. In a text it makes lines.
 */
const writesLines = (at: EventTarget | null) =>
  at instanceof HTMLTextAreaElement || (at instanceof HTMLElement && at.isContentEditable)
addEventListener(
  'keydown',
  event => {
    if (event.repeat && event.key === 'Enter' && !writesLines(event.target)) event.preventDefault()
  },
  true,
)

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

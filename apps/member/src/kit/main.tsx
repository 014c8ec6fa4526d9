// The gallery of the kit, at `/kit` of `npm run dev`. No production build contains it.
import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import '../ui/base.css'
import { watchHistory } from '../ui/layer/layers.ts'
import { Gallery } from './Gallery.tsx'
import { showPressed } from './pressed.ts'
import { Themes } from './Themes.tsx'

const theme = new URLSearchParams(location.search).get('theme')
// The page itself holds the element.
const root = createRoot(document.getElementById('root')!)

if (theme === 'light' || theme === 'dark') {
  document.documentElement.dataset.theme = theme
  watchHistory()
  showPressed()
  root.render(<Gallery theme={theme} />)
} else {
  root.render(<Themes />)
}

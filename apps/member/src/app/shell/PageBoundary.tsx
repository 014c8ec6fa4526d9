import { Component, type ReactNode } from 'react'
import { Failed } from '../../ui/states.tsx'

const again = () => location.reload()

/** Keeps a page that breaks, or whose code cannot be fetched, from taking the app with it. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  /** Without a network the code was missing: the page comes by itself once there is one. */
  override componentDidCatch() {
    if (!navigator.onLine) addEventListener('online', again, { once: true })
  }
  override componentWillUnmount() {
    removeEventListener('online', again)
  }
  override render() {
    // Code that failed to load is remembered as failed: only a new start fetches it again.
    return this.state.broken ? (
      <main className="page">
        <Failed onRetry={again} />
      </main>
    ) : (
      this.props.children
    )
  }
}

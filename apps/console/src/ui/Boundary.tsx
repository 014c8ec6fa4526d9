import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { Blank } from './Blank.tsx'

/**
 * Catches what a room throws while it is drawn, also when its code is gone because a new version
 * was installed.
 */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Blank picture="failed" title="页面没有打开">
        <p style={{ marginBottom: 16 }}>后台可能刚刚更新过，重新载入即可；其余页面不受影响。</p>
        <Button type="primary" onClick={() => location.reload()}>
          重新载入
        </Button>
      </Blank>
    )
  }
}

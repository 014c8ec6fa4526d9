import type { ConfigProviderProps } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'

/**
 * antd's own texts in Chinese. Its package does not say that these files are modules, so their type
 * is one level off.
 */
export const chinese = zhCN as unknown as NonNullable<ConfigProviderProps['locale']>

import { Link } from "@remix-run/react"
import type { StockLevels } from "~/domain/dashboard/dashboard.server"
import { type StockLevel, stockLevelNames } from "~/domain/product-table/product-table"
import { paths } from "~/paths"

const levels: StockLevel[] = ["plenty", "few", "out"]

export function StockChart({ stock }: { stock: StockLevels }) {
  const total = stock.plenty + stock.few + stock.out
  const share = (count: number) => (total === 0 ? 0 : Math.round((100 * count) / total))
  return (
    <section className="stack" aria-labelledby="stock">
      <h2 id="stock">Stock</h2>
      <table className="stock-bars">
        <caption>
          {total} {total === 1 ? "product" : "products"}
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Stock</th>
            <th scope="col">Products</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => (
            <tr key={level}>
              <th scope="row">
                <Link to={paths.adminProducts({ stock: level })}>{stockLevelNames[level]}</Link>
                <svg className={`stock-bar-${level}`} aria-hidden="true">
                  <rect width={`${share(stock[level])}%`} height="100%" />
                </svg>
              </th>
              <td>{stock[level]}</td>
              <td className="muted">{share(stock[level])} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

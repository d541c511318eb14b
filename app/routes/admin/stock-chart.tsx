import { Link } from "@remix-run/react"
import type { StockPlot } from "./stock-plot.server"

/** How the products are split by their stock: a ring, and the same as a table. */
export function StockChart({ plot: { size, total, slices } }: { plot: StockPlot }) {
  return (
    <section className="stack" aria-labelledby="stock">
      <h2 id="stock">Stock</h2>
      <div className="ring">
        <svg
          viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
          role="img"
          aria-label="Products by their stock, the same figures as in the table beside it"
        >
          {slices.map(({ level, path }) => path && <path key={level} d={path} className={`ring-${level}`} />)}
          <text textAnchor="middle" dy="0.1em">
            {total}
          </text>
          <text textAnchor="middle" dy="1.9em" className="ring-unit">
            {total === 1 ? "product" : "products"}
          </text>
        </svg>
        <table>
          <caption className="visually-hidden">Products by their stock</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Stock</th>
              <th scope="col">Products</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {slices.map(({ level, name, count, percent }) => (
              <tr key={level}>
                <th scope="row" className={`ring-key ring-${level}`}>
                  <Link to={`/admin/products?stock=${level}`}>{name}</Link>
                </th>
                <td>{count}</td>
                <td className="muted">{percent} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
